"""What all tests share: the record of the rules that they show to work."""

pytest_plugins = ["sandtable.catalogue.pytest_plugin"]
