# Short names for what is done often. Everything works without make as well.
.PHONY: build run test fast format clean

build:
	swift build

run:
	./run

test:
	./test

fast:
	./test fast

format:
	swift format --in-place --recursive Sources Tests Package.swift

clean:
	rm -rf .build test-output
