import { expect, it } from 'vitest';
import { headingsOf } from './headings.ts';

it('lists the section titles of a text in order', () => {
  expect(headingsOf('# One\ntext\n## deeper\n# **Two** [three](/x)\n')).toEqual(['One', 'Two three']);
});

it('takes no line of a code block for a title', () => {
  expect(headingsOf('```\n# no title\n```\n# Title')).toEqual(['Title']);
});
