"""One suite of tests for every host: what each must do in the same way."""
