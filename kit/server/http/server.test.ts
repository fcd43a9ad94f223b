import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { defineFeature } from '#kit/contract/feature.ts';
import { missingTexts } from './server.ts';

it('names every declared text that a language lacks, so that the server does not start without it', () => {
  const feature = defineFeature({
    name: 'notes',
    endpoints: {
      list: defineEndpoint({
        method: 'GET',
        path: '/n',
        access: permit('notes.view'),
        summary: '',
        input: z.object({}),
        output: z.object({}),
      }),
    },
  });
  const texts = { has: (language: string) => language === 'zh-cn', say: () => '' };
  expect(missingTexts({ features: [feature], texts })).toEqual([
    'notes:permission.view has no text in en-us',
  ]);
});
