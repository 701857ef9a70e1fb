import { defineFunction, FunctionError, parameter } from '../../framework';
import { DOCKER_HUB } from '../formats/registries';
import { isHost, serverOf } from '../formats/registry-address';

/** Path, tag and digest of an image, by the grammar of references of container registries. */
const REST =
  /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,})?$/;

/** Finds the server of an image's registry by the reference: the host in lower case with its port; one URL for all of Docker Hub's. Refuses `HOST/app`. */
export const registryServer = defineFunction({
  name: 'registry_server',
  summary: 'Registry server of an image reference',
  description:
    'The registry that an image is pulled from, as a pull secret names it in `server`: `ghcr.io/acme/web:1` is of `ghcr.io`. ' +
    'As in container tools, the part before the first slash is a host if it has a dot or a colon or is `localhost`; everything ' +
    `else, and \`docker.io\`, is Docker Hub, whose credentials are kept under \`${DOCKER_HUB}\`.`,
  parameters: [
    parameter({ name: 'image', type: 'string', description: 'Image reference, with or without tag and digest.' }),
  ],
  returns: 'string',

  call(image) {
    const slash = image.indexOf('/');
    const first = image.slice(0, Math.max(slash, 0));
    const hasHost = /[.:]/.test(first) || first === 'localhost';
    const rest = hasHost ? image.slice(slash + 1) : image;
    if ((hasHost && !isHost(first)) || !REST.test(rest)) {
      const how = image.includes('://') ? 'without a scheme' : 'as a path in lower case';
      throw new FunctionError(
        `${JSON.stringify(image)} is not an image reference: write it ${how}, such as "ghcr.io/acme/web:1.2"`,
        0,
      );
    }
    return hasHost ? serverOf(first) : DOCKER_HUB;
  },
});
