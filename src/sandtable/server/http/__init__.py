"""The HTTP side: the lobby, scenarios, rules, battles, and the pages themselves."""
