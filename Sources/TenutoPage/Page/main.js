// Lists the nodes of the host.
const answer = await fetch("/v1/status");
const status = await answer.json();
document.querySelector("h1").textContent = `Tenuto: ${status.name}`;
for (const node of status.nodes) {
  const item = document.createElement("li");
  item.textContent = node.name;
  document.querySelector("#nodes").append(item);
}
