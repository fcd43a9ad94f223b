import { dayMs } from '#kit/kernel/time.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import type { Services } from '#kit/server/services.ts';

const aheadMs = 92 * dayMs;

/** Of each table that lies in parts, the parts of the coming months; the number of those that were made. */
export async function keepPartitions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const until = new Date(clock.now().getTime() + aheadMs).toISOString();
  const tables = await db.raw<{ name: string }[]>`
    select distinct table_name as name from id_partition order by 1`;
  let made = 0;
  for (const { name } of tables) {
    made += await db.raw.begin(async (tx) => {
      // who waits for a part makes everybody wait behind; another day will do
      await tx`set local lock_timeout = '3s'`;
      const [row] = await tx<{ made: number }[]>`select keep_partitions(${name}, ${until}) as made`;
      return row?.made ?? 0;
    });
  }
  return made;
}

export const keeping: JobDeclaration = {
  name: 'lists.keep-partitions',
  cron: '25 19 * * *',
  run: async (services) => {
    const made = await keepPartitions(services);
    if (made > 0) services.log.info({ made }, 'parts of tables for the coming months');
  },
};
