import { describe, expect, it } from 'vitest';
import { createRefResolver } from './local-ref.ts';

describe('createRefResolver', () => {
  const document = {
    $id: 'https://example.test/root',
    properties: {
      id: { type: 'string' },
      $ref: { type: 'number' },
      'odd/name~x y': { type: 'boolean' },
      $defs: { type: 'array' },
    },
    $defs: {
      node: { $anchor: 'node', type: 'object' },
      old: { id: '#old', type: 'integer' },
      alias: { $ref: '#/$defs/node' },
      loop: { $ref: '#/$defs/loop' },
      never: false,
      inner: { $id: 'inner', $defs: { own: { type: 'null' } } },
    },
    definitions: { item: { enum: [{ $anchor: 'fake' }] } },
    'x-parts': { part: { type: 'string' } },
  };
  const { resolve, follow } = createRefResolver(document);

  it('resolves pointers, anchors and old fragment ids', () => {
    expect(resolve('#')).toBe(document);
    expect(resolve('#/$defs/node')).toBe(document.$defs.node);
    expect(resolve('#node')).toBe(document.$defs.node);
    expect(resolve('#old')).toBe(document.$defs.old);
    expect(resolve('#/definitions/item')).toBe(document.definitions.item);
    expect(resolve('#/x-parts/part')).toBe(document['x-parts'].part);
    expect(resolve('#/$defs/never')).toBe(false);
  });

  it('unescapes names in pointers', () => {
    expect(resolve('#/properties/odd~1name~0x%20y')).toBe(document.properties['odd/name~x y']);
    expect(resolve('#/properties/%')).toBeUndefined();
  });

  it('[SCH-14] takes a property called id, $ref or $defs for a property', () => {
    expect(resolve('#/properties/id')).toBe(document.properties.id);
    expect(resolve('#/properties/$ref')).toBe(document.properties.$ref);
    expect(resolve('#/properties/$defs')).toBe(document.properties.$defs);
    expect(follow(document.properties.$ref)).toBe(document.properties.$ref);
  });

  it('starts at the nearest schema with an id, when told', () => {
    expect(resolve('#/$defs/own', document.$defs.inner)).toBe(document.$defs.inner.$defs.own);
    expect(resolve('#/$defs/node', document.$defs.inner)).toBe(document.$defs.node);
  });

  it('[INV-9] resolves nothing outside the document', () => {
    for (const ref of [
      'https://example.test/root',
      'file:///etc/passwd',
      'other.json#/a',
      '',
      '#/nothing',
      '#none',
      '#fake',
    ]) {
      expect(resolve(ref)).toBeUndefined();
    }
    expect(resolve('#/__proto__')).toBeUndefined();
    expect(resolve('#/constructor')).toBeUndefined();
    expect(resolve('#/$defs/node/type')).toBeUndefined();
  });

  it('follows chains of references, and ends a chain that bites its tail', () => {
    expect(follow(document.$defs.alias)).toBe(document.$defs.node);
    expect(follow(document.$defs.loop)).toBe(true);
    expect(follow({ $ref: '#/nothing' })).toEqual({ $ref: '#/nothing' });
  });
});
