/** How many timers keep this process alive at the moment; those of the test runner are among them, and come and go one by one. */
export const pendingTimers = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
