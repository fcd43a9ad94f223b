import { beforeAll, describe, expect, it } from 'vitest';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { sharingContract } from '#features/selling/sharing/contract.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { apiDocument, lintDocument } from '../../../scripts/api-document.ts';

type Operation = {
  operationId: string;
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

let document: Document;
beforeAll(async () => {
  document = (await apiDocument()) as Document;
});

/** Every `$ref` with what it leads to. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part] : references(part),
  );
}

const target = (reference: string): unknown =>
  reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], document);

const typesOf = (path: string, method: string) =>
  Object.keys(document.paths[path]?.[method]?.responses[200]?.content ?? {});

describe('the API reference', () => {
  it(
    'has no fault in the eyes of the public rules for such documents',
    async () => {
      expect(await lintDocument(document)).toEqual([]);
    },
    patient(240_000),
  );

  it('leads nowhere with none of its references', () => {
    const all = new Set(references(document));
    expect([...all].filter((reference) => target(reference) === undefined)).toEqual([]);
    for (const tree of ['MenuNode', 'TreeNode', 'RoleNode', 'AgentNode', 'RegionNode', 'CategoryNode'])
      expect([...all]).toContain(`#/components/schemas/${tree}`);
  });

  it('describes every refusal, and the envelope of all of them once', () => {
    const { responses } = document.paths['/api/blade-user/page']!.get!;
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '409', '429', '500', '503']);
    expect(JSON.stringify(document).match(/"error_description"/g)).toHaveLength(1);
  });

  it('says of files that they are files', () => {
    const pdf = ['application/pdf'];
    expect(typesOf(reportsContract.printStatistics.path, 'get')).toEqual(pdf);
    expect(typesOf(reportsContract.printStatement.path, 'post')).toEqual(pdf);
    expect(typesOf(sharingContract.printStatement.path, 'get')).toEqual(pdf);
    expect(typesOf(fleetContract.printLabels.path, 'get')).toEqual(pdf);
  });

  it('knows calls by their second names, and those of payment platforms', () => {
    const known = Object.keys(document.paths);
    expect(known).toContain('/api/blade-system/dict/dictionary');
    expect(known).toContain('/api/blade-system/user/info');
    expect(known).toContain('/api/pay/notify/wechat');
    expect(typesOf('/api/pay/notify/alipay', 'post')).toEqual(['text/plain']);
  });
});
