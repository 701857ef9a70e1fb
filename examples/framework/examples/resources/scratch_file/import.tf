import {
  to = scratch_file.admin
  id = "admin-password.txt"
}
