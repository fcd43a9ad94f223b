import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patient } from './kit/server/testing/speed.ts';

const everywhere = ['**/node_modules/**', '**/dist/**', 'data/**'];

/** Files that take minutes start first, or one worker would end with them while the other has nothing left to do. */
const longFiles = [
  '/app/server/test/',
  '/scripts/crash/',
  '/scripts/nodes/',
  '/kit/server/embedded/',
  '/simulators/test/',
];

/** One file after the other: journeys move the money of the same merchants. */
const browserTests = {
  exclude: everywhere,
  globalSetup: ['e2e/global-setup.ts'],
  pool: 'forks' as const,
  maxWorkers: 1,
  fileParallelism: false,
  isolate: false,
  // far beyond what they take: a slow machine is no failure
  testTimeout: patient(120_000),
  hookTimeout: patient(120_000),
  // A browser, a server and a fleet of machines share two cores with all other tests, and now and then one is late. What
  // passes at the second try alone is listed at the end of `npm test`: somebody looks into it, nobody's work waits for it.
  retry: 1,
};

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longFiles.findIndex((part) => moduleId.includes(part));
      return place < 0 ? longFiles.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    // takes effect here alone, for all projects
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...everywhere, '**/*.db.test.ts', 'e2e/**'],
          maxWorkers: 2,
          isolate: false,
          // far beyond what they take: a slow machine is no failure
          testTimeout: patient(60_000),
          hookTimeout: patient(60_000),
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: everywhere,
          globalSetup: ['kit/server/testing/global-setup.ts'],
          setupFiles: ['kit/server/testing/rush.ts'],
          pool: 'forks',
          maxWorkers: 2,
          // A worker loads and compiles the server once instead of once for each of a hundred files: what a file needs
          // for itself is a database and a server, and it gets both from startTestServer.
          isolate: false,
          // far beyond what they take: a slow machine is no failure
          testTimeout: patient(180_000),
          hookTimeout: patient(300_000),
          // a project of its own group runs after the unit tests instead of competing with them
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...browserTests,
          name: 'screens',
          include: ['e2e/screens.e2e.ts'],
          // that many pages keep two cores busy; more only wait for each other
          maxConcurrency: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...browserTests,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...everywhere, 'e2e/screens.e2e.ts'],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
