//! Pages that bend their own DOM.
