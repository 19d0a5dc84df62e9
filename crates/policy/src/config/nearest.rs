//! What somebody may have meant who wrote a word that nobody knows.

/// How similar a known word must be, on strsim's scale from 0 to 1.
const SIMILAR: f64 = 0.75;

/// The known word that is most similar to one that isn't, capitals left aside; none when no word is similar.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let scored = known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&word, &candidate.to_lowercase()), candidate));
    let similar = scored.filter(|(score, _)| *score >= SIMILAR);
    similar.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, candidate)| candidate)
}
