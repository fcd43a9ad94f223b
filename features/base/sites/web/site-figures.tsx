import siteFigures from 'virtual:slots/siteFigures';

/** How a site does, by whoever counts there. */
export const SiteFigures = (props: { fieldId: string; height: number; titled?: boolean }) =>
  siteFigures.map(({ feature, filling: Figures }) => <Figures key={feature} {...props} />);
