import {
  to = scratch_pet.server
  id = "brave-otter"
}
