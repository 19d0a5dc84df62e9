//! The site that the demo plays on: a small shop, and the reviews that it shows in a frame from another host.

use std::fmt::Write as _;
use std::io;

use ringfence_testkit::{Answer, Request, Site};

/// The shop's host. Only the demo knows it.
pub(crate) const SHOP: &str = "shop.example.com";
/// The host of the reviews.
pub(crate) const REVIEWS: &str = "reviews.example.org";

const LAYOUT: &str = include_str!("pages/layout.html");
const STYLE: &str = include_str!("pages/style.css");
const ITEM: &str = include_str!("pages/item.html");
const REVIEW_PAGE: &str = include_str!("pages/reviews.html");
const CARE: &str = include_str!("pages/care.html");
const WAYS: &str = include_str!("pages/ways.html");
const CHECKOUT: &str = include_str!("pages/checkout.html");

/// Name, price in euros, and where it leads.
const PRODUCTS: [(&str, u32, &str); 6] = [
    ("Hekla desk lamp", 39, "/item/hekla"),
    ("Torr floor lamp", 129, "/item/torr"),
    ("Fenn reading lamp", 54, "/item/fenn"),
    ("Birk oak shelf", 89, "/item/birk"),
    ("Sol wool rug", 210, "/item/sol"),
    ("Knut stool", 45, "/item/knut"),
];

/// Starts the site.
pub(crate) fn open() -> io::Result<Site> {
    Site::builder()
        .route("/", |_| page("Lumen & Oak", &shelf("Things for a good desk", |_| true)))
        .route("/search", search)
        .route("/item/hekla", item)
        .route("/reviews", |_| Answer::html(REVIEW_PAGE))
        .route("/go/partner", |_| {
            Answer::redirect(302, "https://partner.example.net/offer?from=lumen-and-oak")
        })
        .route("/care", |_| page("Care - Lumen & Oak", CARE))
        .route("/thanks", |_| page("Ten ways out - Lumen & Oak", WAYS))
        .route("/basket", basket)
        .route("/checkout", |_| page("Checkout - Lumen & Oak", CHECKOUT))
        .route("/order", order)
        .start()
}

fn search(request: &Request) -> Answer {
    let wanted = request.parameter("q").unwrap_or_default().to_lowercase();
    page("Search - Lumen & Oak", &shelf("What we found", |name| name.to_lowercase().contains(&wanted)))
}

/// The reviews are at the same port as the page that shows them.
fn item(request: &Request) -> Answer {
    let port = request.header("host").and_then(|host| host.rsplit_once(':')).map_or("80", |(_, port)| port);
    page("Hekla desk lamp - Lumen & Oak", &ITEM.replace("{{reviews}}", &format!("http://{REVIEWS}:{port}")))
}

fn basket(request: &Request) -> Answer {
    let form = Request { query: String::from_utf8_lossy(&request.body).into_owned(), ..request.clone() };
    let quantity = form.parameter("quantity").and_then(|text| text.parse::<u32>().ok()).unwrap_or(1);
    let wrap = if form.parameter("gift").is_some() { ", gift-wrapped" } else { "" };
    let total = quantity.saturating_mul(PRODUCTS[0].1);
    let body = format!(
        "<h1>Your basket</h1><div class=\"done\"><p>{quantity} × Hekla desk lamp{wrap}</p>\
         <p class=\"price\">Total €{total}</p></div><p><a href=\"/checkout\">To the checkout</a></p>"
    );
    page("Basket - Lumen & Oak", &body)
}

fn order(request: &Request) -> Answer {
    let form = Request { query: String::from_utf8_lossy(&request.body).into_owned(), ..request.clone() };
    let field =
        |name: &str| form.parameter(name).unwrap_or_default().replace('&', "&amp;").replace('<', "&lt;");
    let body = format!(
        "<h1>Thank you</h1><div class=\"done\"><p>It goes to {} in {}, by {}, on {}.</p><p>Your note: {}</p></div>",
        field("name"),
        field("country"),
        field("by"),
        field("day"),
        field("note"),
    );
    page("Order - Lumen & Oak", &body)
}

fn shelf(heading: &str, shown: impl Fn(&str) -> bool) -> String {
    let mut html = format!("<h1>{heading}</h1><ul class=\"shelf\">");
    for (name, price, path) in PRODUCTS.iter().filter(|(name, ..)| shown(name)) {
        // Writing to a String never fails.
        let _never = write!(
            html,
            "<li><span class=\"picture\"></span><a href=\"{path}\">{name}</a> <span class=\"price\">€{price}</span></li>"
        );
    }
    html + "</ul>"
}

fn page(title: &str, body: &str) -> Answer {
    // The style is in the page: one that came later would move what the agent has just read.
    let title = title.replace('&', "&amp;");
    Answer::html(LAYOUT.replace("{{style}}", STYLE).replace("{{title}}", &title).replace("{{body}}", body))
}
