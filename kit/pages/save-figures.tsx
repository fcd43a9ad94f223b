import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { rowsOf, tableFile } from '#kit/ui/table-file.ts';

/** The figures of a table that stands on the page, as a file to take along. */
export function SaveFigures({
  title,
  table,
}: {
  /** what the figures are, in the reader's language: the name of the file */
  title: string;
  table: RefObject<HTMLTableElement | null>;
}) {
  const t = useText();
  return (
    <Button
      mt="xs"
      variant="default"
      leftSection={<Icon name="download" />}
      onClick={() => table.current && saveFile(`${title}.csv`, tableFile(rowsOf(table.current)))}
    >
      {t('kit:page.takeFigures')}
    </Button>
  );
}
