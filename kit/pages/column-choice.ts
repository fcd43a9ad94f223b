/** Which columns the desk shows: the person's choice over the definition's default. */
export interface ColumnLike {
  key: string;
  optional?: boolean;
}

export type ColumnChoice = Record<string, boolean>;

/** Columns that a new version added or removed do not disturb the remembered choice. */
export function columnVisibility(
  columns: readonly ColumnLike[],
  choice: ColumnChoice,
): Record<string, boolean> {
  const visible = Object.fromEntries(columns.map(({ key, optional }) => [key, choice[key] ?? !optional]));
  if (Object.values(visible).some(Boolean)) return visible;
  // A table without columns helps nobody.
  return Object.fromEntries(columns.map(({ key, optional }) => [key, !optional]));
}

export function toggleColumn(
  columns: readonly ColumnLike[],
  choice: ColumnChoice,
  key: string,
): ColumnChoice {
  const visible = columnVisibility(columns, choice);
  const column = columns.find((candidate) => candidate.key === key);
  if (!column) return choice;
  const shown = !visible[key];
  const onlyOne = Object.values(visible).filter(Boolean).length === 1;
  if (!shown && onlyOne) return choice;
  const { [key]: _, ...rest } = choice;
  return shown === !column.optional ? rest : { ...rest, [key]: shown };
}

export function parseColumnChoice(text: string | null): ColumnChoice {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, shown]) => typeof shown === 'boolean'));
  } catch {
    return {};
  }
}
