"""Operations of the owner alone: the admin screens and the command line call them, and no door leads to one."""
