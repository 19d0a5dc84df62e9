//! The pages that every site serves.

/// Name and text of each page in `pages/`. `/` is a list of them.
pub const PAGES: [(&str, &str); 7] = [
    ("article.html", include_str!("../pages/article.html")),
    ("form.html", include_str!("../pages/form.html")),
    ("frame1.html", include_str!("../pages/frame1.html")),
    ("frame2.html", include_str!("../pages/frame2.html")),
    ("frames.html", include_str!("../pages/frames.html")),
    ("framex.html", include_str!("../pages/framex.html")),
    ("table.html", include_str!("../pages/table.html")),
];
