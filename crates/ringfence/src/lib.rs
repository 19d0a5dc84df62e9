//! A real, contained browser for AI agents: the library face.
