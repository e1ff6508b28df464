"""The same terminal UI in a browser on the same machine; needs the optional extra `web`."""
