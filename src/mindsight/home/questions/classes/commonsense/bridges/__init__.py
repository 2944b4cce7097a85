"""What passes under which bridge: gaps by height, in addition to the gates, which are gaps by width."""
