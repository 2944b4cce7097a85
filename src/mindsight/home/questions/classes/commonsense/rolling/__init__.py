"""Where a ball lands that rolls down a ramp: as things are, without the blocks, and with the ramp turned."""
