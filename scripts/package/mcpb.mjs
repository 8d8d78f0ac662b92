import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleFiles } from './bundle-files.mjs';
import { ROOT, readManifest } from './published.mjs';
import { zip } from './zip.mjs';

const ENTRY = 'dist/cli/main.js';

/**
 * The manifest of the bundle. Version 0.2 of its form is the newest that every Claude Desktop takes which takes `.mcpb`.
 *
 * @param {Record<string, any>} own our `package.json`
 */
function bundleManifest({ name, version, description, author, license, keywords, engines }) {
  return {
    manifest_version: '0.2',
    name,
    display_name: 'Callslip',
    version,
    description,
    long_description:
      'One extension in front of all your MCP servers. Write them down once, in config.yaml in the Callslip folder; Claude ' +
      'sees three tools and a short catalogue in place of every schema, and finds, reads and calls the rest on demand.',
    author: { name: author },
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: ENTRY,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${ENTRY}`, 'serve'],
        env: { CALLSLIP_HOME: `\${user_config.home}` },
      },
    },
    tools: [
      { name: 'tool_search', description: 'Finds tools of all your servers by keywords.' },
      { name: 'tool_describe', description: 'Gives the parameters of tools.' },
      { name: 'tool_call', description: 'Calls tools.' },
    ],
    // Tools that the configuration pins are shown as well.
    tools_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: {
      home: {
        // Not a directory: the pickers of some systems hide folders that begin with a dot.
        type: 'string',
        title: 'Callslip folder',
        description: 'Holds config.yaml with your servers, and .env with their keys. A leading ~ is your own folder.',
        required: false,
        default: '~/.callslip',
      },
    },
  };
}

/**
 * What of our `package.json` counts in a bundle.
 *
 * @param {Record<string, any>} own
 */
function bundlePackage({ name, version, description, license, author, type, engines, bin }) {
  return { name, version, description, license, author, type, engines, bin };
}

/**
 * Writes the bundle for Claude Desktop into the folder, `.packages` unless one is given.
 *
 * @param {readonly string[]} args
 */
function main([folder = path.join(ROOT, '.packages')]) {
  const own = readManifest();
  const files = bundleFiles(ROOT);
  files.set('manifest.json', asJson(bundleManifest(own)));
  files.set('package.json', asJson(bundlePackage(own)));
  const bytes = zip(files);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${own.name}-${own.version}.mcpb`);
  writeFileSync(file, bytes);
  process.stderr.write(`callslip: wrote ${file} (${(bytes.length / 1e6).toFixed(1)} MB, ${files.size} files)\n`);
}

/** @param {object} value */
function asJson(value) {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

main(process.argv.slice(2));
