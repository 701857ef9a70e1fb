import { expect, test } from 'vitest';
import { Diagnostics } from '../../../../framework/diagnostic';
import { path } from '../../../../framework/values/path';
import { UNKNOWN } from '../../../../framework/values/value';
import { checkPermissions, toPermissions } from '../../../../provider/service/permissions';

const REFUSED = [
  {
    severity: 'error',
    summary: 'Missing permission',
    detail: 'A key needs at least one permission. Set read, write or owner to true.',
    path: path('permissions'),
  },
];

test.each([
  [{ read: false, write: null, owner: false }, REFUSED],
  [{ read: null, write: null, owner: null }, REFUSED],
  [{ read: true, write: false, owner: null }, []],
  [{ read: false, write: true, owner: false }, []],
  [{ read: false, write: false, owner: true }, []],
  [{ read: false, write: false, owner: UNKNOWN }, []],
  [null, []],
  [UNKNOWN, []],
])('permissions %j are refused, or not: %j', (permissions, expected) => {
  const diagnostics = new Diagnostics();

  checkPermissions(permissions, diagnostics);

  expect(diagnostics.all).toEqual(expected);
});

test.each([
  [null, [false, false, false]],
  [{}, [false, false, false]],
  [{ read: true, write: null }, [true, false, false]],
  [{ write: true, owner: undefined }, [false, true, false]],
  [{ owner: true }, [false, false, true]],
])('P21: of %j a request has all three', (given, [read, write, owner]) => {
  expect(toPermissions(given)).toEqual({ read, write, owner });
});
