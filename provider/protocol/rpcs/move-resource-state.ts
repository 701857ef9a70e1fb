import { MoveResourceState_Request, MoveResourceState_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

const NOTHING = { targetPrivate: new Uint8Array() };

/** Refuses: no type of another provider, and none of this one, has what an object of the target type is made of. */
export const moveResourceState = defineRpc({
  name: 'MoveResourceState',
  request: MoveResourceState_Request,
  response: MoveResourceState_Response,
  handle: (_server, { sourceTypeName: source, sourceProviderAddress: provider, targetTypeName: target }) => ({
    ...NOTHING,
    diagnostics: toDiagnostics([
      {
        severity: 'error',
        summary: 'Cannot move between resource types',
        detail:
          `A ${source} of ${provider} cannot become a ${target}: their states have too little in common. To hand over an ` +
          `object that exists, take the moved block out, give up the ${source} with a removed block (destroy = false), and ` +
          `import the object into the ${target} with an import block.`,
      },
    ]),
  }),
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});
