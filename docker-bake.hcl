# The image of the emulator for every platform: docker buildx bake (docs/emulator/containers.md).

variable "VERSION" {
  default = "0.1.0"
}

# The packed package, below the folder of this file: that of a release, or of "npm pack".
variable "PACKAGE" {
  default = "dist/release/npm/coffer-emulator-${VERSION}.tgz"
}

variable "REVISION" {
  default = ""
}

# As in RFC 3339.
variable "CREATED" {
  default = ""
}

group "default" {
  targets = ["emulator"]
}

target "emulator" {
  context    = "."
  dockerfile = "emulator/Dockerfile"
  platforms  = ["linux/amd64", "linux/arm64"]
  args = {
    VERSION = VERSION
    PACKAGE = PACKAGE
  }
  labels = {
    "org.opencontainers.image.revision" = REVISION
    "org.opencontainers.image.created"  = CREATED
  }
  tags   = ["ghcr.io/coffer/coffer-emulator:${VERSION}"]
  attest = ["type=provenance,mode=max", "type=sbom"]
}
