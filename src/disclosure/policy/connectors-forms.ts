import {
  fallenBack,
  type ReadConfig,
  readSafely,
  unknownKeys,
  writtenMember,
} from '../../base/config/config-warning.ts';
import { lenientBoolean } from '../../base/config/lenient-boolean.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ConnectorsConfig } from './config.ts';

const PATH = 'tools.connectors';
const ON: ConnectorsConfig = { enabled: true };

/** Reads `tools.connectors`: a boolean, or a mapping with `enabled`. Anything else leaves connectors on. Never throws. */
export function readConnectorsConfig(value: unknown): ReadConfig<ConnectorsConfig> {
  return readSafely(PATH, ON, (warnings) => {
    if (!isJsonObject(value)) {
      const isOn = lenientBoolean(value);
      if (value !== undefined && value !== null && isOn === undefined) warnings.push(fallenBack(PATH, value, ON));
      return { enabled: isOn ?? true };
    }
    warnings.push(...unknownKeys(PATH, value, ['enabled']));
    const written = writtenMember(value, 'enabled') ?? true;
    if (typeof written === 'boolean') return { enabled: written };
    if (typeof written === 'number') return { enabled: written !== 0 };
    if (typeof written === 'string') return { enabled: !/^(?:false|0|no|off|)$/i.test(written.trim()) };
    warnings.push(fallenBack(`${PATH}.enabled`, written, true));
    return ON;
  });
}
