resource "scratch_file" "hello" {
  path    = "hello.txt"
  content = "Hello"
}
