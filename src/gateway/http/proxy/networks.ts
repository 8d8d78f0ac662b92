import { BlockList, isIP } from 'node:net';

/** A set of addresses. */
export interface Networks {
  /** False for what is no address, such as the peer of a local socket. */
  has(address: string | undefined): boolean;
}

interface Network {
  readonly address: string;
  readonly bits: number;
}

/** Stands for every address that leads back to the machine itself. */
const LOOPBACK: readonly Network[] = [
  { address: '127.0.0.0', bits: 8 },
  { address: '::1', bits: 128 },
];

/** True for `loopback`, an address, or a network such as `192.0.2.0/24`. */
export function isNetwork(text: string): boolean {
  return networksIn(text) !== undefined;
}

/** The addresses that any of `texts` names. What names none adds none. */
export function createNetworks(texts: readonly string[]): Networks {
  const list = new BlockList();
  for (const { address, bits } of texts.flatMap((text) => networksIn(text) ?? [])) {
    list.addSubnet(address, bits, familyOf(address));
  }
  return {
    has(address) {
      const plain = plainAddress(address);
      return plain !== undefined && list.check(plain, familyOf(plain));
    },
  };
}

/** An address without its zone; an IPv4 address that is written as IPv6, as IPv4. Absent when it is none. */
export function plainAddress(text: string | undefined): string | undefined {
  const bare = text?.replace(/%.*$/su, '').replace(/^::ffff:(?=\d+\.)/iu, '');
  return bare === undefined || isIP(bare) === 0 ? undefined : bare;
}

function networksIn(text: string): readonly Network[] | undefined {
  if (text === 'loopback') return LOOPBACK;
  const [, written, bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = plainAddress(written);
  if (address === undefined) return undefined;
  const width = isIP(address) === 4 ? 32 : 128;
  const network = { address, bits: bits === undefined ? width : Number(bits) };
  return network.bits <= width ? [network] : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
