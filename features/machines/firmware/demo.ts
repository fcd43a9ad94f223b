import { createHash } from 'node:crypto';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { type DemoPart, demoId } from '#kit/server/demo.ts';
import type { Target } from './contract.ts';
import { firmwareImages } from './tables.ts';

interface Version {
  target: Target;
  type: DeviceType;
  version: string;
  notes: string;
  daysAgo: number;
}

const types: DeviceType[] = ['claw', 'exchange', 'vending', 'lipstick', 'lottery', 'cabinet', 'deposit'];
const withScreen: DeviceType[] = ['vending', 'lipstick', 'exchange'];

const versions: Version[] = [
  ...types.flatMap((type): Version[] => [
    { target: 'firmware', type, version: '2.4.0', notes: '首个公开版本。', daysAgo: 120 },
    {
      target: 'firmware',
      type,
      version: '2.5.0',
      notes: '断网重连更快；掉电后日志不丢。',
      daysAgo: 9,
    },
  ]),
  ...withScreen.flatMap((type): Version[] => [
    { target: 'app', type, version: '3.1.0', notes: '播放端首个公开版本。', daysAgo: 100 },
    { target: 'app', type, version: '3.2.1', notes: '扫码页打开更快；横屏布局修正。', daysAgo: 6 },
  ]),
];

const imageBytes = 192 * 1024;
const blockBytes = 32;

/** Bytes that look like a program but are the same at every start, so that hashes in the demo never change. */
function imageOf(name: string): Buffer {
  const blocks: Buffer[] = [];
  for (let index = 0; index < imageBytes / blockBytes; index++)
    blocks.push(createHash('sha256').update(`${name} ${index}`).digest());
  return Buffer.concat(blocks);
}

const part: DemoPart = {
  order: 70,
  async seed(tx, services) {
    const now = services.clock.now().getTime();
    for (const { daysAgo, ...version } of versions) {
      const name = `${version.target}:${version.type}:${version.version}`;
      const id = demoId(`firmware:${name}`);
      const bytes = imageOf(name);
      const storageKey = `firmware/${id}`;
      await services.storage.put(storageKey, bytes, {
        contentType: 'application/octet-stream',
        sizeBytes: bytes.length,
      });
      await tx.insert(firmwareImages).values({
        ...version,
        id,
        storageKey,
        createdAt: new Date(now - daysAgo * 86_400_000),
        sizeBytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    }
  },
};

export default part;
