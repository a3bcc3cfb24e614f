import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.mjs';
import type { Account } from './people.ts';
import type { TestPlatform } from './platform.ts';

const run = promisify(execFile);

/** The administrator of a tenant without rows. */
export const newcomer: Account = { email: 'admin@fresh.example', password: 'Ziwa-Victoria-68!' };

/** Creates a tenant without rows and its administrator, as a platform operator does: the platform is stopped meanwhile and restarted. */
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
