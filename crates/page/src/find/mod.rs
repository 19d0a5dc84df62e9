//! `find`: the elements that a few words describe.
//!
//! Every line of the page is compared with the words, in its name, its role, its placeholder, its title and the heading
//! above it. The same words on the same page always give the same lines.

mod score;
mod words;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::FrameTree;
use crate::outline::{Line, print_line};
use crate::snapshot::{Filter, Read, SnapshotRequest};

/// Matches that are shown at most (T7).
const MOST: usize = 20;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The best matches first, a line each, in the form of an outline; the last lines say how many more there are, and how
    /// much of a very large page was not searched. Empty when nothing matches.
    pub text: String,
    /// How many lines of the page match.
    pub count: usize,
    /// The origin of the main document; `null` for an opaque one.
    pub origin: String,
}

impl Page {
    /// Finds elements by words.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub async fn find(&self, tree: &FrameTree, query: &str, deadline: Deadline) -> Result<Found, PageError> {
        let request = SnapshotRequest { filter: Filter::All, depth: u32::MAX, root: None };
        let Read { lines, origin, left_out, .. } = self.lines(tree, request, true, deadline).await?;
        let mut found = Found { origin, ..best(&lines, query) };
        if left_out.cut > 0 {
            let unread = left_out.cut;
            found.text.push_str(&format!(
                "… {unread} lines at the end of the page were not searched; scroll there and use read_page\n"
            ));
        }
        Ok(found)
    }
}

fn best(lines: &[Line], query: &str) -> Found {
    let query = score::Query::new(query);
    let mut matches: Vec<(u32, usize, &Line)> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.3 >= 0)
        .filter_map(|(at, line)| query.score(line).map(|score| (score, at, line)))
        .collect();
    // The better one first; of two equally good ones the one that comes first on the page.
    matches.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut text = String::new();
    for (_, _, line) in matches.iter().take(MOST) {
        print_line(
            &Line(0, line.1.clone(), line.2.clone(), line.3, line.4.clone(), line.5.clone()),
            &mut text,
        );
    }
    if matches.len() > MOST {
        text.push_str(&format!("… {} more match; add words to narrow it down\n", matches.len() - MOST));
    }
    Found { text, count: matches.len(), origin: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Around;

    fn line(role: &str, name: &str, reference: i64, placeholder: &str, heading: &str) -> Line {
        let around = Around(String::new(), placeholder.to_owned(), heading.to_owned());
        Line(3, role.to_owned(), name.to_owned(), reference, Vec::new(), around)
    }

    fn shop() -> Vec<Line> {
        vec![
            line("heading", "Garden shop", 1, "", ""),
            line("searchbox", "", 2, "Search products", "Garden shop"),
            line("button", "Search", 3, "", "Garden shop"),
            line("heading", "Checkout", 4, "", "Garden shop"),
            line("textbox", "Email address", 5, "you@example.com", "Checkout"),
            line("textbox", "Delivery address", 6, "", "Checkout"),
            line("button", "Place order", 7, "", "Checkout"),
            line("link", "Shipping costs", 8, "", "Checkout"),
            line("text", "Orders are delivered within three days", 9, "", "Checkout"),
            line("text", "not to be pointed at", -1, "", "Checkout"),
        ]
    }

    fn refs(query: &str) -> Vec<String> {
        let found = best(&shop(), query);
        found.text.lines().filter_map(|line| line.split(['[', ']']).nth(1)).map(str::to_owned).collect()
    }

    #[test]
    fn t7_words_role_words_stems_and_typos_find_what_is_meant() {
        assert_eq!(refs("search field"), ["ref_2", "ref_3"]);
        assert_eq!(refs("search button"), ["ref_3", "ref_2"]);
        assert_eq!(refs("e-mail"), ["ref_5"]);
        assert_eq!(refs("adress"), ["ref_5", "ref_6"]);
        assert_eq!(refs("ordering")[0], "ref_7");
        assert_eq!(refs("where do I enter my email?")[0], "ref_5");
        assert_eq!(refs("giraffe"), Vec::<String>::new());
    }

    #[test]
    fn t7_the_lines_are_those_of_an_outline_without_levels() {
        let found = best(&shop(), "place order");
        assert_eq!(found.text.lines().next(), Some("button \"Place order\" [ref_7]"));
    }

    #[test]
    fn t7_at_most_twenty_and_the_rest_is_counted() {
        let many: Vec<Line> = (1..=25).map(|n| line("button", "Refund", n, "", "")).collect();
        let found = best(&many, "refund");
        assert_eq!((found.count, found.text.lines().count()), (25, 21));
        assert_eq!(found.text.lines().next(), Some("button \"Refund\" [ref_1]"));
        assert_eq!(found.text.lines().last(), Some("… 5 more match; add words to narrow it down"));
    }

    #[test]
    fn t7_it_is_deterministic() {
        assert_eq!(best(&shop(), "address"), best(&shop(), "address"));
    }
}
