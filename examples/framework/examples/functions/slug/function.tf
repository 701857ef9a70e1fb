output "bucket" {
  value = provider::scratch::slug("Crème Brûlée, no. 2") # "creme-brulee-no-2"
}
