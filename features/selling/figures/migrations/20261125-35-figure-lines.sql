-- Everything that figures are made of, as its owners say it. Slow, and the truth: rollups are compared with it and made
-- from it.
create view figure_line as
select * from order_figure union all
select * from cash_figure union all
select * from counter_figure union all
select * from gift_figure;
