/** True if a host name, as `URL.hostname` writes it, is this machine by its text alone: `localhost`, `*.localhost`, `127.0.0.0/8` or `[::1]`. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname);
