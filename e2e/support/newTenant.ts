import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.mjs';
import type { Account } from './people.ts';
import type { TestPlatform } from './platform.ts';

const run = promisify(execFile);

/** The administrator of a tenant that has no rows yet. */
export const newcomer: Account = { email: 'admin@fresh.example', password: 'Ziwa-Victoria-68!' };

/** Makes a tenant without rows and its administrator, as whoever runs the platform does: it is stopped meanwhile and starts again after. */
export async function addEmptyTenant(platform: TestPlatform): Promise<void> {
  await platform.stop();
  const program = join(root, 'dist/server/server/cli/adminCreate.js');
  const given = ['--email', newcomer.email, '--name', 'Achieng Odhiambo', '--tenant', 'fresh', '--tenant-name', 'Fresh Tenant'];
  await run(process.execPath, [program, ...given], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: platform.dataDir, UKWELI_ADMIN_PASSWORD: newcomer.password },
  });
  await platform.start();
}
