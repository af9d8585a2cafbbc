// A list of the same leads in React, and nothing else, to compare the dashboard with.
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Lead } from "#contract/leads.ts";
import type { LeadList } from "#contract/queue.ts";

function List() {
  const [leads, setLeads] = useState<Lead[]>([]);
  useEffect(() => {
    void fetch("/leads")
      .then((answer) => answer.json() as Promise<LeadList>)
      .then((list) => setLeads(list.leads));
  }, []);
  return (
    <ul>
      {leads.map((lead) => (
        <li key={lead._id} data-lead={lead._id}>
          {lead.firstName} {lead.lastName}, {lead.phone}, {lead.campaign}, {lead.timeReceived}
        </li>
      ))}
    </ul>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<List />);
