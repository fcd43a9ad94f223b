import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { DatabaseAway, isLineTrouble } from './database-away.ts';
import { explainDatabaseError, judgeServer } from './database-server.ts';
import { asAppError } from './http/envelope.ts';
import { mountHealth } from './http/health.ts';
import { isQueueCutOff } from './jobs.ts';
import { createLog } from './log.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

describe('a database that is away', () => {
  it('is answered with 503, and with the truth about what was changed', () => {
    const wrapped = (outcome: DatabaseAway['outcome']) =>
      asAppError(new Error('Failed query', { cause: new DatabaseAway('away', outcome) }));
    expect(wrapped('nothing')).toMatchObject({ status: 503, key: 'kit:error.databaseAway' });
    expect(wrapped('unknown')).toMatchObject({ status: 503, key: 'kit:error.outcomeUnknown' });
  });

  it('is told apart from a statement that fails', () => {
    for (const code of ['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '53300', '08006'])
      expect(isLineTrouble(new Error('Failed query', { cause: coded(code) }))).toBe(true);
    for (const code of ['23505', '40001', '22P02']) expect(isLineTrouble(coded(code))).toBe(false);
  });

  it('is known by the words of the job queue, whose errors are no errors', () => {
    const words = ['timeout exceeded when trying to connect (Queue: orders.sweep)', 'Connection terminated'];
    for (const message of words) expect(isQueueCutOff({ message })).toBe(true);
    expect(isQueueCutOff({ message: 'x', code: '57P01' } as { message: string })).toBe(true);
    expect(isQueueCutOff({ message: 'a job failed' })).toBe(false);
  });

  it('fills no log: who fails because of it is not heard, who fails otherwise is', () => {
    const lines: string[] = [];
    const log = createLog('info', (text) => lines.push(text));
    log.error({ err: new Error('Failed query', { cause: new DatabaseAway('away') }) }, 'orders');
    log.error({ err: new Error('broken') }, 'payments');
    log.warn('plain');
    expect(lines.map((text) => JSON.parse(text).msg)).toEqual(['payments', 'plain']);
  });
});

describe('the state of the server', () => {
  it('is told in time whatever hangs, and the process is alive all the same', async () => {
    const app = Fastify();
    const never = () => new Promise<boolean>(() => undefined);
    const breaks = () => Promise.reject(new Error('broken'));
    mountHealth(app, { database: never, broker: async () => true, storage: breaks }, 10);
    const health = await app.inject('/healthz');
    expect(health.statusCode).toBe(503);
    expect(health.json()).toEqual({ healthy: false, database: false, broker: true, storage: false });
    expect((await app.inject('/livez')).statusCode).toBe(200);
    await app.close();
  });
});

describe('the PostgreSQL of an operator', () => {
  const facts = { version: 150_018, encoding: 'UTF8', free: 97 };

  it('must be new enough and hold every text', () => {
    expect(judgeServer(facts, 20)).toEqual({ poolSize: 20, isShort: false });
    expect(() => judgeServer({ ...facts, version: 140_012 }, 20)).toThrow(/PostgreSQL 14: .*15 or newer/);
    expect(() => judgeServer({ ...facts, encoding: 'SQL_ASCII' }, 20)).toThrow(/SQL_ASCII/);
  });

  it('is used with what it has to give, or not at all', () => {
    expect(judgeServer({ ...facts, free: 24 }, 20)).toEqual({ poolSize: 19, isShort: true });
    expect(judgeServer({ ...facts, free: 7 }, 20)).toEqual({ poolSize: 2, isShort: true });
    expect(() => judgeServer({ ...facts, free: 6 }, 20)).toThrow(/max_connections .* DATABASE_POOL_SIZE/);
  });

  it('is named with what to change when it takes no more or goes away, wherever that shows', () => {
    const error = explainDatabaseError(new Error('job queue', { cause: coded('53300') }));
    expect(String(error)).toMatch(/max_connections .* DATABASE_POOL_SIZE/);
    const gone = explainDatabaseError(new DatabaseAway('the database is away: ECONNREFUSED'));
    expect(String(gone)).toMatch(/can not be reached .*ECONNREFUSED/);
    const other = new Error('other');
    expect(explainDatabaseError(other)).toBe(other);
  });
});
