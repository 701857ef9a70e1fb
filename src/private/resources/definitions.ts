import type { ITerraformIterator } from 'cdktf';
import type { Construct } from 'constructs';
import type { BucketProps } from '../../bucket-props';
import { BucketWait, DestroyCheck } from '../../enums/bucket-choices';
import { ChangeDetection, SecretEncoding } from '../../enums/secret-choices';
import * as l1 from '../../l1';
import type { SecretProps } from '../../secret-props';
import type { SecretValue } from '../../secret-value';
import { RESOURCE_ID } from '../code/tree';
import { untraced } from '../code/untraced';
import { secretsOfMaps } from '../identities/identities';
import { A_SECRET_VALUE, A_SIZE, oneOf, onlyOne, refuse, requireProps } from '../props/checks';
import { checkGeneration, generateValue } from '../values/generated-value';
import { composeJson } from '../values/json-composition';
import { joinVersions } from '../values/value-versions';
import { keepsItsPromise } from './removal';
import { checkProps, commonConfig } from './resource';

/** Checks the props of a bucket and makes its resource, repeated for an iterator if there is one. */
export function defineBucket(owner: Construct, props: BucketProps, iterator?: ITerraformIterator): l1.Bucket {
  requireProps(owner.node.path, props, { maxSize: A_SIZE });
  const { description, waitFor, emptyOnDelete: forceDestroy, deletionProtection, destroyCheck } = props;
  checkProps(owner, props, [
    keepsItsPromise(props.removalPolicy, 'Bucket'),
    oneOf('waitFor', waitFor, BucketWait),
    oneOf('destroyCheck', destroyCheck, DestroyCheck),
  ]);
  const given = {
    maxSize: props.maxSize.toBytes(),
    description,
    waitFor,
    forceDestroy,
    deletionProtection,
    destroyCheck,
  };
  return untraced(() => new l1.Bucket(owner, RESOURCE_ID, { ...commonConfig(props), forEach: iterator, ...given }));
}

/**
 * Checks the props of a secret and makes its resource, repeated for an iterator if there is one.
 *
 * @param values makes composed and generated values
 */
export function defineSecret(
  owner: Construct,
  props: SecretProps,
  values: typeof SecretValue,
  iterator?: ITerraformIterator,
): l1.Secret {
  requireProps(owner.node.path, props, {
    secretName: true,
    ...(props?.value !== undefined && { value: A_SECRET_VALUE }),
  });
  const { generateValue: generation, objectValue, encoding, changeDetection } = props;
  const composition = objectValue === undefined ? undefined : composeJson(objectValue, 'objectValue');
  checkProps(owner, props, [
    keepsItsPromise(props.removalPolicy, 'Secret'),
    oneOf('encoding', encoding, SecretEncoding),
    oneOf('changeDetection', changeDetection, ChangeDetection),
    ...(generation ? checkGeneration(generation) : []),
    ...(composition?.problems ?? []),
    onlyOne(props, ['value', 'objectValue', 'generateValue']),
    objectValue && encoding === SecretEncoding.BASE64
      ? '"encoding" BASE64 is not for "objectValue", which is text'
      : undefined,
  ]);
  const composed = composition && values._compose(composition);
  const value = generation ? values._generated(generateValue(owner, generation, iterator)) : (composed ?? props.value);
  if (value?._isGenerated && changeDetection === ChangeDetection.FINGERPRINT)
    refuse(owner, [
      '"changeDetection" FINGERPRINT is not for a generated value, which is another one in every plan: use "rotateAfter" or "version"',
    ]);
  const resource = untraced(
    () =>
      new l1.Secret(owner, RESOURCE_ID, {
        ...commonConfig(props),
        forEach: iterator,
        name: props.secretName,
        ...(value && { [value.isEphemeral ? 'valueWo' : 'value']: value._expose(owner) }),
        valueWoVersion: value && joinVersions(value._versions),
        valueEncoding: encoding,
        changeDetection,
        deletionProtection: props.deletionProtection,
      }),
  );
  if (iterator) secretsOfMaps.add(resource);
  return resource;
}
