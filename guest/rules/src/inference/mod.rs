//! What a call of a tool does to the world, told from the call itself.
