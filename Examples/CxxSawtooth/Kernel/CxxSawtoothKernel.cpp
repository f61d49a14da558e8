// The kernel is a header, as in the template; a target needs a source.
