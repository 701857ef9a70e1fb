module coffer.example/emulator-tests

go 1.25.0
