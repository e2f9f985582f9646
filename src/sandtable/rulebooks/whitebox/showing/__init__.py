"""What can be shown of a map: squares, lines, ranges, and pieces where they would be."""
