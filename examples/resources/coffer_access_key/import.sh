terraform import coffer_access_key.media key-91c3
