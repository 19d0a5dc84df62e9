//! The faces that listen: MCP over stdio and JSON lines.
